import { type FormerNames, unitId } from '@dragoman/core'
import { EditError, type Format } from '@dragoman/formats'
import type { UnitRow } from '@dragoman/store'
import { expect, test } from 'vitest'
import { documentOf, formatOf, rowOf } from '../../test/sync-sides.ts'
import { editFile } from './edit-file.ts'
import { hashOf } from './hash-of.ts'
import { planSync } from './plan-sync.ts'

/** Keys that were renamed and edited since a file was written: everything else in it stays. */

type Synced = { readonly format: Format; readonly file: string; readonly ours: readonly UnitRow[] }

/** Returns the file after a sync with the catalog. `formerNames`: by the current name. */
function synced({ format, file, ours }: Synced, former: Readonly<Record<string, readonly string[]>>): string {
  const view = { language: 'en', side: 'target' as const }
  const document = documentOf(file, format, view)
  const part = { path: 'en', language: 'en', document, base: document, conflicts: [], ownWrites: [] }
  const plan = planSync({
    namespace: 'app',
    format,
    sourceLanguage: 'en',
    files: [part],
    sourceDocument: null,
    others: [],
    imported: new Map(),
    keys: null,
    ours: new Map([['en', ours]]),
  })
  const formerNames: FormerNames = new Map(
    ours.flatMap(({ unit }) => (former[unit.name] ? [[unitId(unit), former[unit.name] ?? []]] : [])),
  )
  const [filePlan] = plan.files
  const bytes = Buffer.from(file)
  const place = { path: 'en', namespace: 'app', language: 'en', side: 'target' as const, row: null }
  const edited = editFile({
    format,
    parts: filePlan === undefined ? [] : [{ place, document, plan: filePlan }],
    file: { bytes, hash: hashOf(bytes) },
    model: null,
    sourceLanguage: 'en',
    keyIds: plan.keyIds,
    sourceOf: () => undefined,
    formerNames,
  })
  expect(edited?.parts.flatMap(({ held }) => held)).toEqual([])
  return Buffer.from(edited?.replacement?.bytes ?? bytes).toString()
}

const ARB = `{
  "@@locale": "en",
  "title": "T",
  "items": "{n} items",
  "@items": {
    "description": "How many",
    "placeholders": { "n": { "type": "int", "format": "compact" } }
  },
  "z": "Z"
}
`

test.each([
  ['arb', ARB, 'items', '{n} items', 'itemCount', '{n} products'],
  [
    'chrome-json',
    '{\n  "hello": {\n    "message": "Hello $USER$",\n    "description": "Greets",\n    "placeholders": { "user": { "content": "$1" } }\n  }\n}\n',
    'hello',
    'Hello $USER$',
    'greet',
    'Hi $USER$',
  ],
  [
    'rails-yaml',
    'en:\n  # Shown in the header\n  home: "Home" # keep\n',
    'home',
    'Home',
    'start',
    'Start page',
  ],
  ['json5', "{\n  // Shown\n  home: 'Home', // keep\n}\n", 'home', 'Home', 'start', 'Start page'],
  ['java-properties', '# File\n\n# Shown\nhome = Home\n', 'home', 'Home', 'start', 'Start page'],
  ['toml', '# Shown\nhome = "Home" # keep\n', 'home', 'Home', 'start', 'Start page'],
  [
    'php-array',
    "<?php\n\nreturn [\n    // Shown\n    'home' => 'Home', // keep\n];\n",
    'home',
    'Home',
    'start',
    'Start page',
  ],
  [
    'android-xml',
    '<resources>\n    <!-- Shown -->\n    <string name="home" translatable="true">Home</string>\n</resources>\n',
    'home',
    'Home',
    'start',
    'Start page',
  ],
  ['apple-strings', '/* Shown */\n"home" = "Home"; // keep\n', 'home', 'Home', 'start', 'Start page'],
])('%s: a renamed and edited key keeps its details', (id, file, name, text, newName, newText) => {
  const format = formatOf(id)
  const known = documentOf(file, format, { language: 'en', side: 'target' })
  const ours = [...known.entries.values()].map((entry, index) =>
    entry.name === name ? rowOf(index, newName, newText) : rowOf(index, entry.name, entry.text),
  )
  const expected = file.replace(text, newText).replaceAll(name, newName)
  expect(synced({ format, file, ours }, { [newName]: [name] })).toBe(expected)
})

test('two keys with the same text keep their own details', () => {
  const file = ARB.replace('"z": "Z"', '"z": "{n} items",\n  "@z": { "description": "Last" }')
  const ours = [rowOf(1, 'title', 'T'), rowOf(2, 'last', '{n} items'), rowOf(3, 'first', '{n} items')]
  expect(synced({ format: formatOf('arb'), file, ours }, { last: ['z'], first: ['items'] })).toBe(
    file.replaceAll('z"', 'last"').replaceAll('items":', 'first":'),
  )
})

test('only a key that cannot be renamed in the file is removed and added', () => {
  const format = formatOf('json5')
  const refusing: Format = {
    ...format,
    edit(document, edits, model) {
      if (edits.some((edit) => edit.kind === 'rename' && edit.name === 'other'))
        throw new EditError('not-representable', 'other')
      return format.edit(document, edits, model)
    },
  }
  const file = '{\n  // Shown\n  home: "Home", // keep\n  // Other\n  other: "Other",\n}\n'
  const ours = [rowOf(1, 'start', 'Start'), rowOf(2, 'another', 'Another')]
  expect(synced({ format: refusing, file, ours }, { start: ['home'], another: ['other'] })).toBe(
    '{\n  // Shown\n  start: "Start", // keep\n  another: "Another",\n}\n',
  )
})
