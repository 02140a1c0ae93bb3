import { rm, stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';

import type { Services } from '../../routers/core/context.ts';
import { giveUp, removeAbandoned, reservePath, type Reservation } from '../../routers/media/reservations.ts';
import { addFile, findByHash, type FileFacts, type Texts } from '../../routers/media/files.ts';
import type { Focus } from '../../routers/media/focus.ts';
import { transliterate } from '../../routers/posts/slug.ts';
import { cleanText } from '../../routers/base/text.ts';
import { isInvisible } from '../../shared/invisible.ts';
import { AppError } from '../../routers/base/errors.ts';
import type { Config } from '../config/config.ts';
import { deleteAbandoned, isGone, newFile, OWNER } from '../storage/files/incoming.ts';
import { createInspector, type Inspector } from './inspect/inspector.ts';
import type { Inspected } from './inspect/messages.ts';
import { fileKinds, type Extension } from '../storage/files/kinds.ts';
import { openStorage } from '../storage/files/open-storage.ts';
import { storeOnlyIn, watchPlace, type OwnPlace } from '../storage/identity/media-place.ts';
import { receiveFile, type Received } from './receive.ts';
import { notStored, tooLargeFile, unknownKind } from '../storage/files/refusals.ts';
import type { MediaStorage } from '../storage/files/storage.ts';

/** Stores and checks uploaded files. */
export interface MediaFiles {
  storage: MediaStorage;
  place: OwnPlace;
  inspector: Inspector;
  /** Deletes the leftovers of uploads whose process ended. */
  clean(): Promise<void>;
  close(): void;
}

/** @throws BadConfig when the S3 variables are not complete */
export async function openMedia(
  { em, clock, log }: Pick<Services, 'em' | 'clock' | 'log'>,
  config: Config,
): Promise<MediaFiles> {
  const anywhere = await openStorage(config, log);
  const place = watchPlace({ em, log }, anywhere);
  const storage = storeOnlyIn(place, anywhere);
  const inspector = createInspector();
  return {
    storage,
    place,
    inspector,
    async clean() {
      await removeAbandoned(em, clock, isGone);
      await deleteAbandoned(storage.incoming);
    },
    close() {
      place.close();
      inspector.close();
    },
  };
}

/** The longest name of a record, and the longest in a URL. */
const MAX_NAMES = { record: 200, url: 60 };

/** The services that take files, with the limits of their sizes. */
export interface Taking {
  services: Pick<Services, 'em' | 'clock'>;
  media: Pick<MediaFiles, 'storage' | 'place' | 'inspector'>;
  limits: Pick<Config, 'uploadMaxImage' | 'uploadMaxFile'>;
}

/** Where an uploaded file goes. */
interface Destination<T> {
  /** What to return without storing the file, because of its SHA-256; null to store it. */
  known(hash: string): Promise<T | null>;
  /** Reserves its path; absent: one made of its name. */
  reserve?(extension: Extension): Promise<Reservation>;
  /** Called when the file is in its place. @param name of the file, where the caller wrote none */
  store(reservation: Reservation, facts: FileFacts, texts: Partial<Texts>, name: string): Promise<T>;
}

/** Receives the file of a form. */
export function receiveForm(req: IncomingMessage): Receive {
  return (file, limit) => receiveFile(req, file, limit);
}

/** Adds a file to the library; the result is the id of its record, or of that with the same bytes. */
export function intoLibrary(
  { services: { em, clock } }: Pick<Taking, 'services'>,
  given: { focus?: Focus | null } = {},
): Destination<string> {
  const idOfHash = async (hash: string) => (await findByHash(em.fork(), hash))?.id ?? null;
  return {
    known: idOfHash,
    async store(reservation, facts, { alt = '' }, name) {
      const id = await addFile(em, clock, reservation, facts, { name, alt, ...given });
      return id ?? (await idOfHash(facts.hash))!;
    },
  };
}

/** Writes a file that comes from elsewhere to the disk. @param limit in bytes */
export type Receive = (file: string, limit: number) => Promise<Received>;

type ReadTexts = (fields: Record<string, string>) => Partial<Texts>;

/**
 * Takes a file, and stores it.
 *
 * @param owner the id of the caller's session or key, each of which may have a few uploads waiting
 * @throws UNSUPPORTED_MEDIA_TYPE, UNSUPPORTED_FILE_TYPE, PAYLOAD_TOO_LARGE, BAD_REQUEST, SERVICE_UNAVAILABLE, and what
 *   the destination throws
 */
export async function takeFile<T>(
  { services: { em, clock }, media: { storage, place, inspector }, limits }: Taking,
  receive: Receive,
  owner: string,
  readTexts: ReadTexts,
  { known, reserve, store }: Destination<T>,
): Promise<T> {
  inspector.requireRoom(owner);
  await place.require();
  const file = await newFile(storage.incoming).catch(storageFailed);
  const output = `${file}.out`;
  try {
    const received = await receive(file, Math.max(limits.uploadMaxImage, limits.uploadMaxFile)).catch(storageFailed);
    const texts = readTexts(received.fields);
    const result = await known(received.hash);
    if (result !== null) return result;
    const inspected = await inspector.inspect({ file, output }, owner);
    const extension = check(inspected, received, limits);
    const { mime, kind } = fileKinds[extension];
    const name = texts.name ?? recordName(received.fileName, kind);
    const about = { name: urlName(name) || kind, hash: received.hash, extension };
    const reservation = await (reserve?.(extension) ?? reservePath(em, clock, about, OWNER));
    try {
      const { width, height, widths, isRewritten } = inspected;
      const content = isRewritten ? output : file;
      const { size: bytes } = await stat(content).catch(storageFailed);
      await storage.put(reservation.path, content, mime).catch(storageFailed);
      const facts = { mime, kind, bytes, width, height, hash: received.hash, widths };
      return await store(reservation, facts, texts, name);
    } catch (error) {
      // When the database is unreachable as well, the reservation expires.
      await giveUp(em, clock, reservation).catch(() => undefined);
      throw error;
    }
  } finally {
    await Promise.all([file, output].map((one) => rm(one, { force: true })));
  }
}

/** Checks type and size. @throws UNSUPPORTED_FILE_TYPE, PAYLOAD_TOO_LARGE */
function check(
  { extension }: Inspected,
  { bytes }: Received,
  { uploadMaxImage, uploadMaxFile }: Pick<Config, 'uploadMaxImage' | 'uploadMaxFile'>,
) {
  if (extension === null) throw unknownKind();
  const limit = fileKinds[extension].kind === 'image' ? uploadMaxImage : uploadMaxFile;
  if (bytes > limit) throw tooLargeFile(limit);
  return extension;
}

function recordName(fileName: string, kind: string): string {
  const name = [...cleanText(fileName, { lineFeeds: false })].slice(0, MAX_NAMES.record).join('');
  return name === '' || isInvisible(name) ? kind : name;
}

/** Letters, digits and hyphens, in every script's transliteration, without the extension; "" when there are none. */
function urlName(name: string): string {
  const slug = transliterate(name.replace(/\.[a-z0-9]{1,5}$/i, '')).slice(0, MAX_NAMES.url);
  return slug.replace(/(?<!-)-+$/, '');
}

/** Errors of the disk and of the storage; those for the caller pass. */
function storageFailed(error: unknown): never {
  throw error instanceof AppError ? error : notStored(error);
}
