import { comment, detail, file, ofFile } from '../convert/detailed-file.ts'
import { sample as rails } from './rails-yaml.ts'
import { DE, EN, each, type FormatSample } from './sample.ts'

export const sample: FormatSample = {
  hostile: rails.hostile,
  detailed: [
    file()`${ofFile('# zqhead\n\n')}en:
  k1: One
  k2: Two
de:
  ${comment('k1', '# zqwords\n  ')}k1: Eins${comment('k1', ' # zqbeside')}
  k2: ${detail('k2', '&zqanchor ')}Zwei
${ofFile('  n: 900001\n')}${ofFile('\n# zqend\n')}`,
  ],
  project: {
    'config/locales/i18n.yml': `en:\n${each((name, at) => `  ${name}: ${EN[at]}\n`)}de:\n${each((name, at) => `  ${name}: ${DE[at]}\n`)}`,
  },
}
