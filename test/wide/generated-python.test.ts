import { execFile, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';

import { newKey } from '../support/keys.ts';
import { newFolder } from '../support/run.ts';
import { describeService } from '../support/service.ts';
import { skip } from '../support/skip.ts';

const run = promisify(execFile);
const GENERATOR = 'openapi-python-client';
const DOCUMENT = fileURLToPath(new URL('../../openapi.json', import.meta.url));

const IMPORT_ALL = `
import compileall, importlib, pkgutil, warnings
warnings.simplefilter('error')
assert compileall.compile_dir('octavo', quiet=1, force=True)
import octavo
modules = [importlib.import_module(one.name) for one in pkgutil.walk_packages(octavo.__path__, 'octavo.')]
print(len(modules))
`;

const PROGRAM = `
import sys
from octavo import AuthenticatedClient
from octavo.api.comments import comments_bulk, comments_list, comments_submit
from octavo.api.posts import posts_bulk, posts_create, posts_get, posts_list
from octavo.models import (CommentsBulkByIds, CommentsBulkByIdsAction, CommentsSubmitBody, PostsBulkByFilter,
    PostsBulkByFilterAction, PostsBulkByFilterFilter, PostsCreateBody)

client = AuthenticatedClient(base_url=sys.argv[1], token=sys.argv[2])
body = PostsCreateBody(id='harbour', title='The harbour', content='It is *old*.', tags=['python'], pinned=False)
made = posts_create.sync_detailed(client=client, body=body)
print(made.status_code, made.parsed.id, made.headers['location'])
print([post.title for post in posts_list.sync(client=client, tag='python').posts])
comment = comments_submit.sync('harbour', client=client, body=CommentsSubmitBody(author='Ada', content='Is it?')).comment
print(comment.author, comment.parent_id)
held = comments_bulk.sync(client=client, body=CommentsBulkByIds(action=CommentsBulkByIdsAction.HOLD, ids=[comment.id]))
print(held.changed, comments_list.sync('harbour', client=client).total)
by_filter = PostsBulkByFilter(action=PostsBulkByFilterAction.TAG, tag='old', filter_=PostsBulkByFilterFilter(tag='python'), expected=1)
print(posts_bulk.sync(client=client, body=by_filter).to_dict())
print(posts_get.sync('harbour', client=client).post.tags)
print(posts_get.sync('nowhere', client=client).code)
`;

// docs/interface.md, F8
describeService(`a client by ${GENERATOR}`, (use) => {
  let folder: string;
  let output: string;
  const python = async (source: string, ...args: string[]) => {
    await writeFile(join(folder, 'program.py'), source);
    return (await run('python3', ['program.py', ...args], { cwd: folder })).stdout;
  };

  before(async function () {
    this.timeout(300_000);
    const isThere = spawnSync(GENERATOR, ['--version']).status === 0;
    if (!isThere) skip(this, `there is no ${GENERATOR} (pip install ${GENERATOR})`, { optional: true });
    const hasLibraries = spawnSync('python3', ['-c', 'import httpx, attrs, dateutil']).status === 0;
    if (!hasLibraries) skip(this, 'python3 lacks httpx, attrs or dateutil', { optional: true });
    folder = await newFolder();
    const config = join(folder, 'config.yml');
    // Without ruff, which only formats.
    await writeFile(config, 'post_hooks: []\n');
    const options = ['--path', DOCUMENT, '--config', config, '--output-path', join(folder, 'octavo'), '--meta', 'none'];
    const { stdout, stderr } = await run(GENERATOR, ['generate', ...options], { maxBuffer: 2 ** 26 });
    output = stdout + stderr;
  });

  it('has every operation', () => {
    expect(output).to.not.match(/ERROR|will not be generated/);
  });

  it('compiles, and every module can be imported, without warnings', async function () {
    this.timeout(120_000);
    expect(Number(await python(IMPORT_ALL))).to.be.greaterThan(100);
  });

  it('writes, lists, comments and changes in bulk', async () => {
    const lines = (await python(PROGRAM, use().url, await newKey(use(), 'posts', 'comments', 'read'))).split('\n');
    expect(lines).to.deep.equal([
      '201 harbour /api/posts/harbour',
      "['The harbour']",
      'Ada None',
      '1 0',
      "{'ok': True, 'changed': 1, 'left': 0}",
      "['python', 'old']",
      'NOT_FOUND',
      '',
    ]);
  });
});
