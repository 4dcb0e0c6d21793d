import { comment, detail, file } from '../convert/detailed-file.ts'
import { each, type FormatSample, JSON_FILE, perLanguage } from './sample.ts'

export const sample: FormatSample = {
  hostile: JSON_FILE,
  detailed: [
    file()`{
  "k1": { "defaultMessage": "Eins"${comment('k1', ', "description": "zqwords"')}${detail('k1', ', "file": "zqfile.tsx"')}${detail('k1', ', "start": 900001')} },
  "k2": { "defaultMessage": "Zwei {name}" }
}`,
  ],
  project: {
    'package.json': '{ "dependencies": { "react-intl": "7.0.0" } }\n',
    ...perLanguage(
      (language) => `src/lang/${language}.json`,
      (texts) => `{\n${each((name, at) => `  "${name}":   "${texts[at]}"`, ',\n')}\n}\n`,
    ),
  },
}
