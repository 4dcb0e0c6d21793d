import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { SCREENS } from '../src/app/screens.ts'

const ROUTES = join(import.meta.dirname, '../src/routes')

/** Returns the namespaces that a file and its imports use when they are rendered. */
function namespacesOf(file: string, seen = new Set<string>()): Set<string> {
  const found = new Set<string>()
  if (seen.has(file) || !existsSync(file)) return found
  seen.add(file)
  const source = readFileSync(file, 'utf8')
  for (const [, names = ''] of source.matchAll(/useTranslation\(([^)]*)\)/g))
    for (const [, name = ''] of names.matchAll(/'([\w-]+)'/g)) found.add(name)
  for (const [, path = ''] of source.matchAll(/from '(\.[^']+\.tsx?)'/g))
    for (const name of namespacesOf(normalize(join(dirname(file), path)), seen)) found.add(name)
  return found
}

const screens = readdirSync(ROUTES).filter((file) => file.endsWith('.tsx') && !file.includes('.test.'))

// Texts that load after the screen would hide all of it meanwhile, and lose the focus.
test.each(screens.map((file) => file.replace('.tsx', '')))(
  'all texts of %s are loaded before it is rendered',
  (screen) => {
    const [, own] = Object.entries(SCREENS).find(([name]) => name === screen) ?? []
    const isInProject = !['setup', 'sign-in', 'projects', 'admin'].includes(screen)
    const loaded: readonly string[] = [
      'common',
      ...(own?.texts ?? []),
      ...(isInProject ? SCREENS.project.texts : []),
    ]
    const needed = [...namespacesOf(join(ROUTES, `${screen}.tsx`))]
    expect(needed.filter((name) => !loaded.includes(name))).toEqual([])
  },
)
