// Collects the licences of all packages whose code is in the built product, as those licences require.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Returns one text with the licence of each production dependency. */
export function collectLicences(root) {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))
  return Object.entries(packages)
    .filter(
      ([place, entry]) => place.startsWith('node_modules/') && !entry.link && !entry.dev && !entry.optional,
    )
    .map(([place, { version, license }]) => {
      const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
      return `${name} ${version} (${license})\n\n${licenceText(path.join(root, place))}`
    })
    .join(`\n${'-'.repeat(80)}\n\n`)
}

function licenceText(folder) {
  if (!existsSync(folder)) return ''
  const files = readdirSync(folder).filter((name) => /^(licen[cs]e|copying|notice)/i.test(name))
  return files.map((name) => `${readFileSync(path.join(folder, name), 'utf8').trim()}\n`).join('\n')
}
