import fc from 'fast-check'
import { detail, file } from '../convert/detailed-file.ts'
import { jsonMessages, MESSAGE_LIST } from '../laws/json-messages.ts'
import { anyText } from '../laws/json-text.ts'
import { each, type FormatSample, perLanguage } from './sample.ts'

const translation = fc.oneof(
  { weight: 6, arbitrary: anyText.map((text) => JSON.stringify(text)) },
  { weight: 1, arbitrary: fc.constantFrom('{}', 'null', '5', '["a"]', '{"one": 1}', '{"a": "b"}') },
)

export const sample: FormatSample = {
  hostile: MESSAGE_LIST('[', ']'),
  detailed: [
    file()`[
  { "id": "k1", "translation": "Eins {{.Name}}"${detail('k1', ', "description": "zqwords"')} },
  { "id": "k2", "translation": { "one": "ein Ding", "other": "{{.Count}} Dinge" }${detail('k2', ', "hash": 900001')} }
]
`,
  ],
  project: perLanguage(
    (language) => `i18n/${language}.json`,
    (texts) =>
      `[\n${each((name, at) => `  {\n    "id": "${name}",\n    "translation": "${texts[at]}"\n  }`, ',\n')}\n]\n`,
  ),
  laws: {
    file: jsonMessages({ translation, head: '', more: [', "description": "x"', ', "n": 1'] }),
    text: anyText,
    path: fc.constantFrom(['new'], ['a.b'], ['__proto__'], ['a']),
  },
}
