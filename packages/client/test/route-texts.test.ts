import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { ROUTE_TEXTS } from '../src/app/route-texts.ts'

const ROUTES = join(import.meta.dirname, '../src/routes')

/** Namespaces that a file and all it imports ask for when they are drawn. */
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

// Texts that come after the screen hide all of it until they are there, and the focus is lost with it.
test.each(readdirSync(ROUTES).map((file) => file.replace('.tsx', '')))(
  'all texts of %s are loaded before it is drawn',
  (screen) => {
    const [, own] = Object.entries(ROUTE_TEXTS).find(([name]) => name === screen) ?? []
    const isInProject = !['setup', 'sign-in', 'projects', 'admin'].includes(screen)
    const loaded: readonly string[] = ['common', ...(own ?? []), ...(isInProject ? ROUTE_TEXTS.project : [])]
    const needed = [...namespacesOf(join(ROUTES, `${screen}.tsx`))]
    expect(needed.filter((name) => !loaded.includes(name))).toEqual([])
  },
)
