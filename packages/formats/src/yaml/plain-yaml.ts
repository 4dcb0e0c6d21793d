import { recognisePlainYaml } from './recognise-yaml.ts'
import { yamlFormat } from './yaml-format.ts'

/** YAML without a language in its content: the name of the file or folder contains it. */
export const plainYaml = yamlFormat(
  { id: 'yaml', hasLanguages: false },
  {
    about: 'any other YAML of names and texts',
    languages: 'one',
    allowsAnyName: true,
    readsAnyFile: true,
    recognise: recognisePlainYaml,
  },
)
