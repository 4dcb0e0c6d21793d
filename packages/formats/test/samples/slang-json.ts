import { comment, file, ofFile } from '../convert/detailed-file.ts'
import { each, type FormatSample, JSON_FILE, perLanguage } from './sample.ts'

export const sample: FormatSample = {
  hostile: JSON_FILE,
  detailed: [
    file()`{${ofFile('\n  "@@zqhead": "x",')}
  ${comment('k1', '"@k1": "zqwords",\n  ')}"k1": "Eins",
  "k2(plural)": { "one": "Eins", "other": "Zwei" }
}`,
  ],
  project: perLanguage(
    (language) =>
      language === 'en' ? 'lib/i18n/strings.i18n.json' : `lib/i18n/strings_${language}.i18n.json`,
    (texts) => `{\n  "shop": {\n${each((name, at) => `    "${name}": "${texts[at]}"`, ',\n')}\n  }\n}\n`,
  ),
}
