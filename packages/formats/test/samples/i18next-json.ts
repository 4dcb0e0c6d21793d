import { file, ofFile } from '../convert/detailed-file.ts'
import { type FormatSample, JSON_FILE, perLanguage } from './sample.ts'

export const sample: FormatSample = {
  hostile: JSON_FILE,
  detailed: [
    file()`{
  "k1": "Eins",
  "k2": "Zwei {{name}}"${ofFile(',\n  "n": 900001')}${ofFile(',\n  "list": [900002]')}
}`,
  ],
  project: perLanguage(
    (language) => `locales/${language}.json`,
    ([title, pay, cart, till, help]) =>
      `{\n\t"title": "${title}", "pay": "${pay}",\n\t"cart": { "cart": "${cart}", "till":"${till}" },\n\t"help": "${help}"\n}`,
  ),
}
