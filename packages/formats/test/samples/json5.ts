import { comment, file, ofFile } from '../convert/detailed-file.ts'
import { each, type FormatSample, JSON_FILE, perLanguage } from './sample.ts'

export const sample: FormatSample = {
  hostile: JSON_FILE,
  detailed: [
    file()`${ofFile('// zqhead\n\n')}{
  ${comment('k1', '// zqwords\n  ')}k1: 'Eins',${comment('k1', ' // zqbeside')}
  k2: 'Zwei',${ofFile('\n  n: 900001,')}
}${ofFile('\n// zqend')}
`,
  ],
  project: perLanguage(
    (language) => `locales/${language}.json5`,
    (texts) => `// Shop\n{\n${each((name, at) => `  ${name}: '${texts[at]}', // ${at}`, '\n')}\n}\n`,
  ),
}
