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
  },
})
