import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import { pino } from 'pino';

import { withSqlite } from '../../server/storage/copy/sqlite-copy.ts';
import { readConfig } from '../../server/config/config.ts';
import { libraryFiles, storedPaths } from '../../server/storage/files/library.ts';
import { openStorage } from '../../server/storage/files/open-storage.ts';
import type { MediaStorage } from '../../server/storage/files/storage.ts';
import { openTerminal, type Terminal } from '../support/cli.ts';
import { picture } from '../support/files.ts';
import { newFolder } from '../support/run.ts';
import { openS3 } from '../support/s3.ts';
import { until } from '../support/until.ts';
import { upload, uploaded, withSizes } from '../support/uploads.ts';

const places = {
  'a folder': async () => ({ env: { MEDIA_URL: `file:${await newFolder()}` }, close: () => Promise.resolve() }),
  S3: openS3,
};

for (const [name, open] of Object.entries(places)) {
  describe(`backups of uploaded files in ${name}`, () => {
    let terminal: Terminal;
    let environment: Record<string, string>;
    let storage: MediaStorage;
    let close: () => Promise<void>;
    let folder: string;
    let paths: string[];
    before(async () => {
      const place = await open();
      close = () => place.close();
      terminal = await openTerminal({}, place.env);
      environment = { ...place.env, DATABASE_URL: terminal.databaseUrl };
      storage = await openStorage(readConfig(environment), pino({ level: 'silent' }));
      folder = await newFolder();
      const { id } = await uploaded(terminal.service, await picture(400, 300).jpeg().toBuffer());
      await withSizes(terminal.service, id);
      await uploaded(terminal.service, await picture(100, 100, 200).png().toBuffer(), 'small.png');
      paths = (await pathsIn(terminal.databaseUrl)).toSorted();
      expect(paths).to.have.length(3);
    });
    after(async () => {
      await terminal?.close();
      await close();
    });

    const run = (...args: string[]) => terminal.run(args, { env: environment });
    const backUp = (file: string) => terminal.json(['backup', join(folder, file)], { env: environment });

    it('have each file once beside them, and only what is new is copied', async () => {
      const uploads = { place: `file:${folder}/uploads`, files: 3, missing: [] };
      expect((await backUp('one.db')).uploads).to.deep.equal({ ...uploads, copied: 3 });
      expect((await backUp('two.db')).uploads).to.deep.equal({ ...uploads, copied: 0 });
      expect((await readdir(folder)).toSorted()).to.deep.equal(['one.db', 'two.db', 'uploads']);
      expect((await stat(join(folder, 'uploads'))).mode & 0o777).to.equal(0o700);
      for (const path of paths) {
        const kept = openFolderIn(folder);
        expect(await contentOf(await kept, path), path).to.equal(await contentOf(storage, path));
        // In a folder of the same file system it takes no room.
        const { nlink } = await stat(join(folder, 'uploads', path));
        expect(nlink, path).to.equal(name === 'a folder' ? 2 : 1);
      }
      const { stdout } = await run('backup', join(folder, 'three.db'));
      expect(stdout).to.include(
        `\nIts uploaded files, 3 with their sizes, are in file:${folder}/uploads; 0 were copied now.\n`,
      );
    });

    it('say what the storage lacks, and are made nevertheless', async () => {
      const content = await buffer((await storage.get(paths[0]!))!);
      await storage.delete(paths[0]!);
      const elsewhere = await newFolder();
      const { code, stdout } = await run('backup', elsewhere);
      await put(storage, paths[0]!, content);
      expect(code).to.equal(0);
      expect(stdout).to.include(`Of them the storage lacks 1, such as ${paths[0]}; see octavo doctor.`);
      expect(await readdir(elsewhere)).to.have.length(2);
    });

    it('are restored with the files that are not there', async () => {
      const [deleted, kept] = [paths[0]!, paths[1]!];
      const content = await contentOf(storage, deleted);
      await storage.delete(deleted);
      const before = await storage.head(kept);
      const file = join(await newFolder(), 'blog.db');
      const restore = async () =>
        terminal.json(['restore', join(folder, 'one.db'), '--force'], {
          env: { ...environment, DATABASE_URL: `sqlite:${file}` },
        });
      const uploads = { place: storage.name, files: 3, missing: [] };
      expect((await restore()).uploads).to.deep.equal({ ...uploads, copied: 1 });
      expect(await contentOf(storage, deleted)).to.equal(content);
      expect(await storage.head(kept)).to.deep.equal(before);
      expect(await pathsIn(`sqlite:${file}`)).to.have.members(paths);
      // Backups of earlier releases have no folder beside them.
      await rm(join(folder, 'uploads'), { recursive: true });
      expect((await restore()).uploads).to.deep.equal({ ...uploads, copied: 0 });
      await storage.delete(deleted);
      expect((await restore()).uploads).to.deep.equal({ ...uploads, files: 2, copied: 0, missing: [deleted] });
      await put(storage, deleted, Buffer.from(content!, 'base64'));
    });

    it('name no file that they lack while files are uploaded and deleted', async () => {
      const busy = { yet: true };
      const { service } = terminal;
      const writing = (async () => {
        for (let colour = 3; busy.yet; colour += 3) {
          const { status, body } = await upload(service, await picture(60, 40, colour).png().toBuffer());
          if (status === 201) await service.admin('DELETE', `/api/media/${body.media.id as string}`);
        }
      })();
      const before = await newFolder();
      for (let at = 0; at < 3; at++) {
        const made = await terminal.json(['backup', join(before, `${at}.db`)], { env: environment });
        expect(made.uploads.missing).to.deep.equal([]);
        const uploads = await openFolderIn(before);
        for (const path of await pathsIn(`sqlite:${before}/${at}.db`)) {
          expect(await uploads.head(path), path).to.not.equal(null);
        }
      }
      busy.yet = false;
      await writing;
    });

    it('say in one sentence what stopped them, and leave no database', async () => {
      const elsewhere = await newFolder();
      await writeFile(join(elsewhere, 'uploads'), '');
      const { code, stderr } = await run('backup', join(elsewhere, 'one.db'));
      expect(code).to.equal(1);
      expect(stderr).to.match(
        /^\S+ cannot be copied from \S+ to \S+: (a part of the path is not a folder|the file already exists)\.\n$/,
      );
      expect(await readdir(elsewhere)).to.deep.equal(['uploads']);
    });

    if (name === 'a folder') {
      it('are not made of the storage into itself', async () => {
        const elsewhere = await newFolder();
        await mkdir(join(elsewhere, 'uploads'));
        const env = { ...environment, MEDIA_URL: `file:${elsewhere}/uploads` };
        const { stderr } = await terminal.run(['backup', join(elsewhere, 'one.db')], { env });
        expect(stderr).to.equal(`The service keeps its files in ${elsewhere}/uploads; choose another folder.\n`);
      });

      it('are not what a copied database has: both share the storage', async () => {
        const { code, stdout } = await run('copy', '--from', terminal.databaseUrl, '--to', `sqlite:${folder}/copy.db`);
        expect(code).to.equal(0);
        expect(stdout).to.include('The 2 uploaded files stay where MEDIA_URL says, for both databases');
      });
    }
  });
}

function openFolderIn(folder: string): Promise<MediaStorage> {
  return openStorage(readConfig({ MEDIA_URL: `file:${folder}/uploads` }), pino({ level: 'silent' }));
}

async function contentOf(storage: MediaStorage, path: string): Promise<string | null> {
  const content = await storage.get(path);
  return content && (await buffer(content)).toString('base64');
}

async function put(storage: MediaStorage, path: string, content: Uint8Array): Promise<void> {
  await mkdir(storage.incoming, { recursive: true });
  const file = join(storage.incoming, 'a-file');
  await writeFile(file, content);
  await storage.put(path, file, 'image/png');
  await until(async () => (await storage.head(path)) !== null);
}

/** The stored files that a database names. */
function pathsIn(url: string): Promise<string[]> {
  return withSqlite(url.slice('sqlite:'.length), async (_, database) => {
    const paths: string[] = [];
    for await (const file of libraryFiles(database)) paths.push(...storedPaths(file));
    return paths;
  });
}
