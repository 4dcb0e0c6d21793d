// Builds the package that apps install, `@dragoman/i18next`: each entry as ESM and as CommonJS, with types.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'

/** @param {string} root of the repository */
export async function buildI18nextPackage(root) {
  const folder = path.join(root, 'packages/i18next')
  const out = path.join(folder, 'dist')
  rmSync(out, { recursive: true, force: true })
  const options = {
    entryPoints: entriesOf(folder).map((name) => path.join(folder, `src/${name}.ts`)),
    outdir: out,
    bundle: true,
    packages: 'external',
    platform: 'browser',
    target: 'es2020',
    // Bundlers and browsers read modules as UTF-8. Escaped, Arabic would be twice as long.
    charset: 'utf8',
    sourcemap: true,
    logLevel: 'warning',
  }
  // Shared code is included once, so that entries share it if an app loads both.
  await build({ ...options, format: 'esm', splitting: true })
  await build({ ...options, format: 'cjs', outExtension: { '.js': '.cjs' } })
  const types = spawnSync(
    process.execPath,
    [path.join(root, 'node_modules/typescript/bin/tsc'), '-p', path.join(folder, 'tsconfig.build.json')],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  )
  if (types.status !== 0) throw new Error('The types of @dragoman/i18next could not be made')
  // Types for `require` are the same, under CommonJS file names.
  for (const name of readdirSync(out).filter((file) => file.endsWith('.d.ts'))) {
    const text = readFileSync(path.join(out, name), 'utf8')
    for (const kind of ['js', 'cjs']) {
      const types = text.replaceAll(/(from '\.[^']*)\.ts'/g, `$1.${kind}'`)
      writeFileSync(path.join(out, name.replace(/\.ts$/, `.${kind.replace('js', 'ts')}`)), types)
    }
  }
}

/** Returns the sources of the exports in package.json: `src/edit.ts` for `./edit`, `src/index.ts` for `.`. */
function entriesOf(folder) {
  const { exports } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  return Object.keys(exports).map((name) => (name === '.' ? 'index' : name.slice('./'.length)))
}
