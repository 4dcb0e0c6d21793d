// Collects the licences of all packages whose code is in the built product, as those licences require.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** The file that every server offers in the interface: `/third-party-notices.txt`. */
export const NOTICES_FILE = 'third-party-notices.txt'

/** Returns the production dependencies, each with the text of its licence, and the data that is in our own code. */
export function listLicences(root) {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))
  const dependencies = Object.entries(packages)
    .filter(
      ([place, entry]) => place.startsWith('node_modules/') && !entry.link && !entry.dev && !entry.optional,
    )
    .map(([place, { version, license }]) => {
      const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
      return { name: `${name} ${version}`, license, text: licenceText(path.join(root, place), license) }
    })
  const unicode = readFileSync(path.join(import.meta.dirname, 'unicode-licence.txt'), 'utf8')
  const data = { name: 'Data of Unicode (confusable letters, CLDR)', license: 'Unicode-3.0', text: unicode }
  return [...dependencies, data]
}

/** Returns one text with all of them. */
export function collectLicences(root) {
  return listLicences(root)
    .map(({ name, license, text }) => `${name} (${license})\n\n${text}`)
    .join(`\n${'-'.repeat(80)}\n\n`)
}

/** Writes the text next to the program and into the interface, which offers it. */
export function writeNotices(root) {
  const text = collectLicences(root)
  for (const folder of ['packages/cli/dist', 'packages/client/dist'])
    writeFileSync(path.join(root, folder, NOTICES_FILE), text)
}

function licenceText(folder, license) {
  const files = existsSync(folder)
    ? readdirSync(folder).filter((name) => /^(licen[cs]e|copying|notice)/i.test(name))
    : []
  const text = files.map((name) => `${readFileSync(path.join(folder, name), 'utf8').trim()}\n`).join('\n')
  if (text !== '' || license !== 'MIT' || !existsSync(folder)) return text
  // Some packages only name the licence; then its text is used, with their author.
  const { author } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  const holder = typeof author === 'object' ? author.name : (author ?? 'its authors')
  const mit = readFileSync(path.join(import.meta.dirname, '../../LICENSE'), 'utf8')
  return mit.replace(/^Copyright .*$/m, `Copyright (c) ${holder}`)
}
