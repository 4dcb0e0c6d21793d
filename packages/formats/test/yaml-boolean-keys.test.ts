import { expect, test } from 'vitest'
import { plainYaml } from '../src/yaml/plain-yaml.ts'
import { railsYaml } from '../src/yaml/rails-yaml.ts'

function keysReported(format: typeof plainYaml, text: string): readonly unknown[] {
  return format
    .read(new Uint8Array(Buffer.from(text)))
    .issues.map(({ code, severity, params }) => [code, severity, params?.key])
}

test.each([
  ['no: 1st\n', ['no']],
  ['menu:\n  yes: Ja\n  no: Nein\n', ['yes', 'no']],
  ['menu:\n  On: An\n  OFF: Aus\n', ['On', 'OFF']],
  ['menu: {yes: Ja, "no": Nein}\n', ['yes']],
  ['list:\n  - on: An\n', ['on']],
  ['on:\n  title: An\n', ['on']],
  ['"no": Nein\n\'yes\': Ja\n', []],
  ['y: Y\nn: N\nnone: 0\noffer: x\ntitle: yes\n', []],
  ['true: Ja\n', []],
])('YAML: keys without quotes that are booleans are reported in %j', (text, keys) => {
  expect(keysReported(plainYaml, text)).toEqual(keys.map((key) => ['boolean-key', 'warning', key]))
})

test.each([
  ['no:\n  title: Tittel\n', ['no']],
  ['"no":\n  title: Tittel\n', []],
  ['de:\n  true: Ja\n  false: Nein\n', ['true', 'false']],
  ['de:\n  answers:\n    yes: Ja\nen:\n  a: b\n', ['yes']],
])('Rails: keys without quotes that are booleans are reported in %j', (text, keys) => {
  expect(keysReported(railsYaml, text)).toEqual(keys.map((key) => ['boolean-key', 'warning', key]))
})
