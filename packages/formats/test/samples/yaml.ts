import { comment, file, ofFile } from '../convert/detailed-file.ts'
import { sample as rails } from './rails-yaml.ts'
import { configured, each, type FormatSample, perLanguage } from './sample.ts'

export const sample: FormatSample = {
  hostile: rails.hostile,
  detailed: [
    file()`${ofFile('# zqhead\n\n')}${comment('k1', '# zqwords\n')}k1: Eins${comment('k1', ' # zqbeside')}
k2: Zwei
${ofFile('n: 900001\n')}`,
  ],
  project: {
    ...configured('texts/{lng}.yaml', 'yaml'),
    ...perLanguage(
      (language) => `texts/${language}.yaml`,
      (texts) => `---\n${each((name, at) => `${name}:  ${texts[at]}\n`)}...\n`,
    ),
  },
}
