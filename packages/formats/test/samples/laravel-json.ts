import { file, ofFile } from '../convert/detailed-file.ts'
import { EN, each, type FormatSample, JSON_FILE, perLanguage } from './sample.ts'

export const sample: FormatSample = {
  hostile: JSON_FILE,
  detailed: [
    file()`{
  "k1": "Eins",
  "k2": "Zwei :name"${ofFile(',\n  "n": { "zqinner": 900001 }')}
}`,
  ],
  project: {
    'composer.json': '{ "require": { "laravel/framework": "^12.0" } }\n',
    ...perLanguage(
      (language) => `lang/${language}.json`,
      (texts) => `{\n${each((_, at) => `    "${EN[at]}": "${texts[at]}"`, ',\n')}\n}\n`,
    ),
  },
}
