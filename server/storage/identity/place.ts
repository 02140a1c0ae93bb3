import type { Kysely } from 'kysely';

import type { Tables } from '../../../entities/index.ts';
import type { MediaStorage } from '../files/storage.ts';
import type { DatabaseIdentity } from '../database/identity-guard.ts';
import { readIdentity } from './identity.ts';
import { readMarker, writeMarker, type PlaceKind } from './marker.ts';

/** Where a service keeps files. */
export interface Place {
  kind: PlaceKind;
  /** Its URL, without credentials. */
  name: string;
  /** Has the marker. */
  storage: MediaStorage;
  /** Whether files would be lacking in another place, or are in this one already. */
  isUsed(): Promise<boolean>;
  /** Whether its files are there, although it has no marker: they were copied without it. */
  hasItsFiles(): Promise<boolean>;
}

/** The number of files that are looked up: the newest, because an empty mount point may have old ones. */
const SAMPLE_SIZE = 20;

/** The storage of uploaded files. It is used when the library has files. */
export function mediaPlace(db: Kysely<Tables>, storage: MediaStorage): Place {
  const newest = db.selectFrom('media').select('path').where('path', 'is not', null).orderBy('key', 'desc');
  return {
    kind: 'media',
    name: storage.name,
    storage,
    isUsed: async () => (await newest.limit(1).execute()).length > 0,
    async hasItsFiles() {
      const files = await newest.limit(SAMPLE_SIZE).execute();
      for (const { path } of files) if ((await storage.head(path!)) === null) return false;
      return files.length > 0;
    },
  };
}

/**
 * How a place and a database belong together: `own`, its marker has the identity; `new`, it may be marked without asking;
 * `unmarked`, it lost its marker, such as a volume that is not mounted, or it never had one; `foreign`, its marker is that
 * of another database.
 */
export type PlaceState = 'own' | 'new' | 'unmarked' | 'foreign';

/** Compares the marker of a place with the database, without changing either. @throws the errors of both */
export async function stateOfPlace(db: Kysely<Tables>, place: Place): Promise<PlaceState> {
  return (await compare(db, place)).state;
}

/**
 * The same, and marks a place that is new: that of a new or restored database, or of the first start of a version with
 * markers; and one that was configured before there was anything to lose, or to which all files were copied.
 */
export async function claimPlace(db: Kysely<Tables>, place: Place): Promise<PlaceState> {
  const { state, marker, identity, isRecorded } = await compare(db, place);
  if (state === 'unmarked' || state === 'foreign') return state;
  if (marker !== identity.id) await writeMarker(place.storage, place.kind, identity.id);
  if (!isRecorded) await record(db, place);
  return 'own';
}

/** Marks a place, whatever it was before. */
export async function adoptPlace(db: Kysely<Tables>, place: Place): Promise<void> {
  const { id } = await readIdentity(db);
  await writeMarker(place.storage, place.kind, id);
  await record(db, place);
}

interface Compared {
  state: PlaceState;
  marker: string | null;
  identity: DatabaseIdentity;
  /** Whether the database knows that this place was marked. */
  isRecorded: boolean;
}

async function compare(db: Kysely<Tables>, place: Place): Promise<Compared> {
  const identity = await readIdentity(db);
  const recorded = await readRecords(db, place.kind);
  const isRecorded = recorded.some(({ url }) => url === place.name);
  const marker = await readMarker(place.storage, place.kind);
  const known = { marker, identity, isRecorded };
  if (marker === identity.id || (marker !== null && marker === identity.replacedId)) return { state: 'own', ...known };
  if (marker !== null) return { state: 'foreign', ...known };
  const isNew = recorded.length === 0 || (!isRecorded && !(await place.isUsed())) || (await place.hasItsFiles());
  return { state: isNew ? 'new' : 'unmarked', ...known };
}

/** The places of a kind that had their marker in this epoch: a restored database may be on another machine. */
async function readRecords(db: Kysely<Tables>, kind: PlaceKind): Promise<{ url: string }[]> {
  const records = db.selectFrom('marked_places').select('url').where('kind', '=', kind);
  return records.where('epoch', '=', await readEpoch(db)).execute();
}

async function readEpoch(db: Kysely<Tables>): Promise<number> {
  const row = db.selectFrom('sequences').select('value').where('name', '=', 'epoch');
  return (await row.executeTakeFirst())?.value ?? 0;
}

async function record(db: Kysely<Tables>, { kind, name }: Place): Promise<void> {
  const marking = { marked_at: new Date().toISOString(), epoch: await readEpoch(db) };
  await db
    .insertInto('marked_places')
    .values({ kind, url: name, ...marking })
    .onConflict((conflict) => conflict.columns(['kind', 'url']).doUpdateSet(marking))
    .execute();
}
