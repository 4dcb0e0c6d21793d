import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * The built interface: beside the packages in a checkout, beside the bundle in a package. Null: not built.
 */
export function clientFolder(): string | null {
  return firstWith('index.html', ['../../client/dist', './client'])
}

/** The locale files of a small shop, from which the sample project is made. */
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
