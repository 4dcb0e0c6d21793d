import { comment, detail, file, ofFile } from '../convert/detailed-file.ts'
import { each, type FormatSample, JSON_FILE, perLanguage } from './sample.ts'

export const sample: FormatSample = {
  hostile: JSON_FILE,
  detailed: [
    file()`{${ofFile('\n  "@@author": "zqauthor",')}${ofFile('\n  "@@last_modified": "900001",')}
  "k1": "Eins {name}",
  "@k1": {
    "type": "text"${comment('k1', ',\n    "description": "zqwords"')}${detail('k1', ',\n    "placeholders": { "name": { "type": "zqString", "format": "zqformat" } }')}${detail('k1', ',\n    "context": "zqcontext"')}
  },
  "k2": "Zwei"
}
`,
  ],
  project: perLanguage(
    (language) => `lib/l10n/app_${language}.arb`,
    (texts, language) =>
      `{\n  "@@locale": "${language}",\n${each((name, at) => `  "${name}": "${texts[at]}",\n  "@${name}": { "description": "Shop" }`, ',\n')}\n}\n`,
  ),
}
