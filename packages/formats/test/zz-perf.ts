import { railsYaml } from '../src/yaml/rails-yaml.ts'
import { phpArray } from '../src/php/php-array.ts'
import { i18nextJson } from '../src/json/i18next-json.ts'
for (const f of [i18nextJson, railsYaml, phpArray]) for (const n of [5000, 20000]) {
  let s = performance.now()
  const names: string[] = []
  const edits = Array.from({ length: n }, (_, i) => { const e = { kind: 'add' as const, path: ['key' + i], text: 'Text ' + i, after: i ? ['key' + (i - 1)] : [] }; return e })
  const b = f.create(null, edits); const t1 = performance.now() - s; s = performance.now()
  const d = f.read(b); const t2 = performance.now() - s; s = performance.now()
  f.edit(d, [...d.entries.keys()].map((name) => ({ kind: 'set' as const, name, text: 'x' + name }))); const t3 = performance.now() - s; s = performance.now()
  f.edit(d, [...d.entries.keys()].filter((_, i) => i % 2).map((name) => ({ kind: 'remove' as const, name }))); const t4 = performance.now() - s
  console.log(f.id, n, 'create', t1 | 0, 'read', t2 | 0, 'set all', t3 | 0, 'remove half', t4 | 0)
}
