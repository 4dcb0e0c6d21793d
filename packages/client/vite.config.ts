import { readdirSync } from 'node:fs'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Languages of the interface. */
const LANGUAGES = new Set(readdirSync(path.join(import.meta.dirname, 'public/locales')))

/**
 * React Aria ships its few words in more than thirty languages inside the bundle. Those the interface does
 * not speak are left empty: its dictionary falls back to English automatically.
 */
const widgetLanguages: Plugin = {
  name: 'widget-languages',
  enforce: 'pre',
  load(id) {
    const language = /\/react-(?:aria|stately|aria-components)\/dist\/.*\/([a-z]{2})-[A-Z]{2}\.m?js$/.exec(
      id,
    )?.[1]
    return language === undefined || LANGUAGES.has(language) ? null : 'export default {}; export {}'
  },
}

/**
 * zod can print every schema as JSON Schema; the client never does (the server writes the OpenAPI document),
 * so those modules only keep their names.
 */
const withoutJsonSchema: Plugin = {
  name: 'without-json-schema',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/zod\/v4\/core\/(?:json-schema-processors|json-schema-generator|to-json-schema)\.js$/.test(id))
      return null
    const names = [...code.matchAll(/^export (?:const|function|class) (\w+)/gm)].map(([, name]) => name)
    return {
      code: `const nothing = () => undefined\n${names.map((name) => `export const ${name} = nothing`).join('\n')}`,
      map: null,
    }
  },
}

/**
 * Fails the build if files import each other: the first one to run would use classes of the other that do not exist yet.
 */
const withoutCycles: Plugin = {
  name: 'without-cycles',
  generateBundle(_, bundle) {
    const done = new Set<string>()
    const visit = (file: string, before: readonly string[]): void => {
      if (before.includes(file)) this.error(`These files import each other: ${[...before, file].join(' → ')}`)
      const chunk = bundle[file]
      if (done.has(file) || chunk?.type !== 'chunk') return
      for (const imported of chunk.imports) visit(imported, [...before, file])
      done.add(file)
    }
    for (const file of Object.keys(bundle)) visit(file, [])
  },
}

const SOURCE = path.resolve(import.meta.dirname, 'src')

type Graph = { getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null }

/** Returns a function that returns whether a file imports a module statically, directly or not. */
function importedBy(file: string) {
  let found: Set<string> | undefined
  return (id: string, graph: Graph): boolean => {
    if (found === undefined) {
      found = new Set([path.join(SOURCE, file)])
      for (const each of found)
        for (const imported of graph.getModuleInfo(each)?.importedIds ?? []) found.add(imported)
    }
    return found.has(id)
  }
}
const EDITOR =
  /features.translations.|@codemirror|@lezer|@marijn|crelt|style-mod|w3c-keyname|tanstack.(?:react-)?virtual/

// Each with all that it imports in turn, so that no two files import each other.
const ofFirst = importedBy('app/first.ts')
const ofSignIn = importedBy('routes/sign-in.tsx')
const ofFrame = importedBy('routes/project.tsx')
const ofEditor = importedBy('routes/translate.tsx')
const ofOverview = importedBy('routes/overview.tsx')
const ofLater = importedBy('app/loaded-later.ts')
const ofScreens = readdirSync(path.join(SOURCE, 'routes'))
  .filter((name) => name.endsWith('.tsx'))
  .map((name) => importedBy(`routes/${name}`))
const ICONS = /lucide-react|@tanstack.(?:react-)?query/

/** Shares of the screens. With half of them, the file that the sign-in page loads is half as large again. */
const MOST = 0.6
const SEVERAL = 0.2

function isOf(share: number, id: string, graph: Graph): boolean {
  return ofScreens.filter((isOfScreen) => isOfScreen(id, graph)).length >= ofScreens.length * share
}

/**
 * Returns the file of a module that several files need: of most screens and the sign-in page; of several screens and all
 * of a project; of the editor; of what is loaded last; of the overview.
 */
function sharedFileOf(id: string, graph: Graph): string | null {
  if (isOf(MOST, id, graph) || ofSignIn(id, graph) || ICONS.test(id)) return 'common'
  if (isOf(SEVERAL, id, graph) || ofFrame(id, graph)) return 'project'
  if (ofOverview(id, graph) && ofEditor(id, graph)) return 'project'
  if (EDITOR.test(id) || ofEditor(id, graph)) return 'editor'
  if (ofLater(id, graph)) return 'later'
  return ofOverview(id, graph) ? 'overview' : null
}

// Packages of the house need no `source` condition: their default is the source. Setting it would break
// react-aria, which names files it does not ship.
export default defineConfig({
  plugins: [widgetLanguages, withoutJsonSchema, withoutCycles, react()],
  server: { port: 4401, proxy: { '/api': 'http://127.0.0.1:4400', '/d/': 'http://127.0.0.1:4400' } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    cssMinify: 'lightningcss',
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    // Each file costs a round trip, so shared modules are put together. The first script must not import the rest.
    // Modules of a single screen are in its own file.
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            {
              name: (id, graph) => (ofFirst(id, graph) ? 'first' : null),
              debugName: 'first',
              priority: 9,
            },
            { name: 'start', tags: ['$initial'], priority: 8 },
            { name: sharedFileOf, debugName: 'shared', minShareCount: 2, priority: 7 },
          ],
        },
      },
    },
  },
})
