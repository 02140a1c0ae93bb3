#!/usr/bin/env node
// The `octavo` command of the published package. Written for old versions of Node.js, so that they can say what is wrong.
var NEEDED = 24;

if (Number(process.versions.node.split('.')[0]) < NEEDED) {
  process.stderr.write(
    'Octavo needs Node.js ' + NEEDED + ' or later; this is ' + process.version + ': see https://nodejs.org.\n',
  );
  process.exit(1);
}

// As in `npm start`: without bounds V8 keeps more garbage. They can only be given to a new program in this process,
// which Windows does not have.
var FLAGS = ['--max-semi-space-size=8', '--max-old-space-size=1024'];
var isBounded = /space-size/.test(process.execArgv.join(' ') + ' ' + process.env.NODE_OPTIONS);
if (process.argv[2] === 'start' && process.platform !== 'win32' && !isBounded) {
  // glibc raises the size of blocks that it gives back to the system once they are free, up to 32 MB. Fixed at its initial
  // value, it saves 5 to 10 MiB at rest.
  var env = Object.assign({ MALLOC_MMAP_THRESHOLD_: '131072' }, process.env);
  process.execve(process.execPath, [process.execPath].concat(FLAGS, process.execArgv, process.argv.slice(1)), env);
}

var path = require('node:path');
var folder = path.join(__dirname, '..', 'dist', 'octavo');
// Caches compiled code for the next start. A folder that is not writable is ignored.
require('node:module').enableCompileCache(path.join(folder, 'node_modules', '.cache', 'octavo'));
import(require('node:url').pathToFileURL(path.join(folder, 'bin-octavo.js')).href).catch(function (error) {
  process.stderr.write('Octavo cannot be loaded; install it again: ' + error.message + '\n');
  process.exit(1);
});
