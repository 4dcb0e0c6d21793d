import { file, ofFile } from '../convert/detailed-file.ts'
import { type FormatSample, JSON_FILE, perLanguage } from './sample.ts'

export const sample: FormatSample = {
  hostile: JSON_FILE,
  detailed: [
    file()`{
  "k1": "Eins",
  "k2": "Zwei @:k1"${ofFile(',\n  "n": 900001')}
}`,
  ],
  project: {
    'package.json': '{ "dependencies": { "vue-i18n": "11.0.0" } }\n',
    ...perLanguage(
      (language) => `src/locales/${language}.json`,
      ([title, pay, cart, till, help]) =>
        `{\n    "shop": {\n        "title": "${title}",\n        "pay": "${pay}"\n    },\n    "cart": "${cart}",\n    "till": "${till}",\n    "help": "${help}"\n}\n`,
    ),
  },
}
