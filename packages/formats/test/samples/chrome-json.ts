import { comment, detail, file } from '../convert/detailed-file.ts'
import { each, type FormatSample, JSON_FILE, perLanguage } from './sample.ts'

export const sample: FormatSample = {
  hostile: JSON_FILE,
  detailed: [
    file()`{
  "k1": {
    "message": "Eins $NAME$"${comment('k1', ',\n    "description": "zqwords"')}${detail('k1', ',\n    "placeholders": { "name": { "content": "$1", "example": "zqexample" } }')}
  },
  "k2": { "message": "Zwei"${detail('k2', ', "hash": "zqhash"')} }
}
`,
  ],
  project: {
    'manifest.json': '{ "manifest_version": 3, "default_locale": "en" }\n',
    ...perLanguage(
      (language) => `_locales/${language}/messages.json`,
      (texts) =>
        `{\n${each((name, at) => `  "${name}": {\n    "message": "${texts[at]}",\n    "description": "Shop"\n  }`, ',\n\n')}\n}\n`,
    ),
  },
}
