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

type Graph = { getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null }

let ofSignIn: ReadonlySet<string> | undefined

/** Names the file of a module of the client that the sign-in page imports, directly or not. */
function nameOfSignIn(id: string, graph: Graph): string | null {
  ofSignIn ??= ownImports(path.join(SOURCE, 'routes/sign-in.tsx'), graph)
  return ofSignIn.has(id) ? 'session' : null
}

/** Returns the modules of the client that `start` imports statically, directly or not, and `start`. */
function ownImports(start: string, graph: Graph): ReadonlySet<string> {
  const found = new Set([start])
  for (const id of found) {
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) {
      if (imported.startsWith(SOURCE)) found.add(imported)
    }
  }
  return found
}

const SOURCE = path.resolve(import.meta.dirname, 'src')

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
    // Each file costs a round trip, so shared modules are put together: those of the first page; what nearly every
    // screen needs; the rest of the sign-in page; what half of the screens need; what several need. Large modules of
    // two or three screens keep their own files.
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'start', tags: ['$initial'], priority: 5 },
            { name: 'common', minShareCount: 27, priority: 4 },
            { name: 'icons', test: /lucide-react|@tanstack.(?:react-)?query/, minShareCount: 2, priority: 4 },
            { name: nameOfSignIn, debugName: 'session', minShareCount: 2, priority: 3 },
            { name: 'widgets', minShareCount: 14, priority: 2 },
            { name: 'parts', minShareCount: 4, priority: 1 },
          ],
        },
      },
    },
  },
})
