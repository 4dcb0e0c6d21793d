import { file, ofFile } from '../convert/detailed-file.ts'
import { configured, each, type FormatSample, JSON_FILE, perLanguage } from './sample.ts'

export const sample: FormatSample = {
  hostile: JSON_FILE,
  detailed: [
    file()`{
  "k1": "Eins",
  "k2": "Zwei"${ofFile(',\n  "n": 900001')}${ofFile(',\n  "list": [900002]')}
}`,
  ],
  project: {
    ...configured('texts/{lng}.json', 'json'),
    ...perLanguage(
      (language) => `texts/${language}.json`,
      (texts) => `{${each((name, at) => `"${name}":"${texts[at]}"`, ',')}}`,
    ),
  },
}
