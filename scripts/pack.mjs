// Builds the packages that people install: `@dragoman/i18next` for apps, and `dragoman` with the program, the
// interface and the sample. Prints its path on the last line. Usage: node scripts/pack.mjs [folder]

import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { isBuildStale } from './lib/build-stamp.mjs'
import { runNpm } from './lib/npm.mjs'

const root = path.resolve(import.meta.dirname, '..')
const target = path.resolve(process.argv[2] ?? path.join(root, 'dist'))
const folder = path.join(root, 'node_modules/.cache/package')

if (
  isBuildStale(root) &&
  spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: root, stdio: 'inherit' }).status
)
  process.exit(1)

rmSync(folder, { recursive: true, force: true })
copy('packages/cli/dist', 'dist')
copy('packages/client/dist', 'dist/client')
copy('packages/cli/sample', 'dist/sample')
copy('README.md', 'README.md')
copy('LICENSE', 'LICENSE')
const { version, license, engines } = manifest('package.json')
const server = manifest('packages/server/package.json')
write('package.json', {
  name: 'dragoman',
  version,
  description: 'A localization workbench that a team runs itself',
  keywords: ['localization', 'i18n', 'l10n', 'translation', 'i18next', 'gettext', 'xliff'],
  license,
  type: 'module',
  bin: { dragoman: 'dist/dragoman.js' },
  files: ['dist'],
  engines,
  dependencies: only(server.dependencies, '@node-rs/argon2'),
})

mkdirSync(target, { recursive: true })
process.stdout.write(`${pack(path.join(root, 'packages/i18next'))}\n${pack(folder)}\n`)

/** Packs a folder and returns the path of the package. */
function pack(cwd) {
  const packed = runNpm(['pack', '--json', '--pack-destination', target], { cwd, encoding: 'utf8' })
  if (packed.status !== 0) {
    process.stderr.write(packed.stderr)
    process.exit(1)
  }
  const [{ filename, size, unpackedSize, entryCount }] = JSON.parse(packed.stdout)
  const mb = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`
  process.stderr.write(`${filename}: ${entryCount} files, ${mb(unpackedSize)}, packed ${mb(size)}\n`)
  return path.join(target, filename)
}

function copy(from, to) {
  cpSync(path.join(root, from), path.join(folder, to), {
    recursive: true,
    filter: (file) => !file.endsWith('.map') && path.basename(file) !== '.stamp',
  })
}

function write(file, content) {
  const text = typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`
  writeFileSync(path.join(folder, file), text)
}

function manifest(file) {
  return JSON.parse(readFileSync(path.join(root, file), 'utf8'))
}

/** Returns the pinned version of one dependency. */
function only(dependencies, name) {
  return { [name]: dependencies[name] }
}
