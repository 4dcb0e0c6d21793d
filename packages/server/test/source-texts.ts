import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const PACKAGES = fileURLToPath(new URL('../..', import.meta.url))

/** Returns the source files of some packages, without tests, by path below `packages`. */
export function sourceTexts(packages: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    packages.flatMap((name) =>
      readdirSync(join(PACKAGES, name, 'src'), { recursive: true, encoding: 'utf8' })
        .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
        .map((path): [string, string] => [
          `${name}/src/${path.replaceAll('\\', '/')}`,
          readFileSync(join(PACKAGES, name, 'src', path), 'utf8'),
        ]),
    ),
  )
}
