import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Returns the folder of the built interface, in a checkout or in a package; null if it has not been built.
 */
export function clientFolder(): string | null {
  return firstWith('index.html', ['../../client/dist', './client'])
}

/** Returns the locale files of a small shop, from which the sample project is created. */
export function sampleFolder(): string | null {
  return firstWith('en', ['../sample/locales', './sample/locales'])
}

function firstWith(child: string, folders: readonly string[]): string | null {
  for (const folder of folders) {
    const path = fileURLToPath(new URL(folder, import.meta.url))
    if (existsSync(`${path}/${child}`)) return path
  }
  return null
}
