// Runs npm: the one that started us, the one of this Node.js, or the one on the path.
import { spawnSync } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import path from 'node:path'

/** Runs npm on this Node.js with these arguments. Returns the result of spawnSync. */
export function runNpm(args, options = {}) {
  return spawnSync(process.execPath, [npmScript(), ...args], options)
}

/** Returns the path of npm's script, for any Node.js. */
export function npmScript() {
  const own = path.dirname(process.execPath)
  const places = [
    process.env.npm_execpath ?? '',
    path.join(own, 'node_modules/npm/bin/npm-cli.js'),
    path.join(own, '../lib/node_modules/npm/bin/npm-cli.js'),
    ...(process.env.PATH ?? '').split(path.delimiter).map((folder) => path.join(folder, 'npm')),
  ]
  const found = places.find((place) => place !== '' && existsSync(place) && isScript(place))
  if (found === undefined) throw new Error('npm was not found: install it, or run this through it.')
  return realpathSync(found)
}

function isScript(place) {
  return realpathSync(place).endsWith('.js')
}
