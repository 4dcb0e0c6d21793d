import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Languages of the interface; the widgets' own words are kept for these only. */
const WIDGET_LANGUAGES = new Set(['en-US', 'de-DE', 'pl-PL', 'ar-AE'])

/**
 * React Aria ships its few words in more than thirty languages inside the bundle. Those the interface does
 * not speak are left empty: its dictionary falls back to English automatically.
 */
const widgetLanguages: Plugin = {
  name: 'widget-languages',
  enforce: 'pre',
  load(id) {
    const language = /\/react-(?:aria|stately|aria-components)\/dist\/.*\/([a-z]{2}-[A-Z]{2})\.m?js$/.exec(
      id,
    )?.[1]
    return language === undefined || WIDGET_LANGUAGES.has(language) ? null : 'export default {}; export {}'
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

const SOURCE = path.resolve(import.meta.dirname, 'src')

type Graph = { getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null }

/** Returns a function that returns whether `file` imports a module statically, directly or not. */
function importedBy(file: string, follows: (id: string) => boolean) {
  let found: Set<string> | undefined
  return (id: string, graph: Graph): boolean => {
    if (found === undefined) {
      found = new Set([path.join(SOURCE, file)])
      for (const each of found)
        for (const imported of graph.getModuleInfo(each)?.importedIds ?? [])
          if (follows(imported)) found.add(imported)
    }
    return found.has(id)
  }
}
const everything = () => true
const own = (id: string) => id.startsWith(SOURCE)

const ofFirst = importedBy('app/first.ts', everything)
const ofSignIn = importedBy('routes/sign-in.tsx', own)
const ofFrame = importedBy('routes/project.tsx', own)
const ofEditor = importedBy('routes/translate.tsx', own)
const ICONS = /lucide-react|@tanstack.(?:react-)?query/
const EDITOR =
  /features.translations.|@codemirror|@lezer|@marijn|crelt|style-mod|w3c-keyname|tanstack.(?:react-)?virtual/

// Packages of the house need no `source` condition: their default is the source. Setting it would break
// react-aria, which names files it does not ship.
export default defineConfig({
  plugins: [widgetLanguages, withoutJsonSchema, react()],
  server: { port: 4401, proxy: { '/api': 'http://127.0.0.1:4400', '/d/': 'http://127.0.0.1:4400' } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    cssMinify: 'lightningcss',
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    // Each file costs a round trip, so shared modules are put together: those of the first script (which must not
    // import the rest); of the start; of nearly every screen; of the sign-in page; of several screens; of the editor
    // that other screens use too; of a project's frame. Modules of a single screen are in its own file.
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
            { name: 'common', minShareCount: 14, priority: 7 },
            {
              name: (id, graph) => (ICONS.test(id) || ofSignIn(id, graph) ? 'session' : null),
              debugName: 'session',
              minShareCount: 2,
              priority: 6,
            },
            { name: 'parts', minShareCount: 4, priority: 5 },
            { name: 'editor', test: EDITOR, minShareCount: 2, priority: 4 },
            {
              name: (id, graph) => (ofFrame(id, graph) || ofEditor(id, graph) ? 'frame' : null),
              debugName: 'frame',
              minShareCount: 2,
              priority: 3,
            },
          ],
        },
      },
    },
  },
})
