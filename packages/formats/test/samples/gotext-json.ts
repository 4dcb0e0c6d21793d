import fc from 'fast-check'
import { comment, detail, file, state } from '../convert/detailed-file.ts'
import { jsonMessages, MESSAGE_LIST } from '../laws/json-messages.ts'
import { anyText } from '../laws/json-text.ts'
import { DE, EN, each, type FormatSample } from './sample.ts'

const translation = fc.oneof(
  { weight: 6, arbitrary: anyText.map((text) => JSON.stringify(text)) },
  { weight: 1, arbitrary: anyText.map((text) => `{ "msg": ${JSON.stringify(text)} }`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'null',
      '{"select": {"feature": "plural", "arg": "N", "cases": {"=0": "none", "other": "{N}"}}}',
      '{"msg": "a", "vars": {}}',
      '{"select": {"feature": "gender", "cases": {"other": "x"}}}',
    ),
  },
)

export const sample: FormatSample = {
  hostile: MESSAGE_LIST('{"language":"de","messages":[', ']}'),
  detailed: [
    file()`{
    "language": "de",
    "messages": [
        {
            "id": "k1",${detail('k1', '\n            "key": "zqkey",')}
            "message": "k1",
            "translation": "Eins {Name}"${state('k1', ',\n            "fuzzy": true', /"fuzzy"/)}${comment('k1', ',\n            "comment": "zqwords"')}${detail('k1', ',\n            "translatorComment": "zqnote"')}${detail('k1', ',\n            "placeholders": [{ "id": "Name", "string": "%[1]s", "type": "string", "expr": "zqname" }]')}
        },
        {
            "id": "k2",
            "message": "k2",
            "translation": "Zwei"${detail('k2', ',\n            "position": "zqmain.go:900001"')}
        }
    ]
}
`,
  ],
  project: {
    'internal/translations/locales/de/messages.gotext.json': `{\n    "language": "de",\n    "messages": [\n${each(
      (name, at) =>
        `        {\n            "id": "${name}",\n            "message": "${EN[at]}",\n            "translation": "${DE[at]}"\n        }`,
      ',\n',
    )}\n    ]\n}\n`,
  },
  laws: {
    file: jsonMessages({
      translation,
      head: '"language": "de", "messages": ',
      more: [', "message": "m"', ', "placeholders": []', ', "fuzzy": true'],
    }),
    text: anyText,
    path: fc.constantFrom(['new'], ['a.b'], ['__proto__'], ['a']),
  },
}
