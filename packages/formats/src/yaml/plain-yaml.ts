import { guardEdit } from '../edit/guard-edit.ts'
import type { Format } from '../format.ts'
import { createYaml, editYaml } from './edit-yaml.ts'
import { readYaml, type YamlKind } from './read-yaml.ts'
import { recognisePlainYaml } from './recognise-yaml.ts'
import { YAML_FILES } from './yaml-files.ts'

const KIND: YamlKind = { id: 'yaml', hasLanguages: false }

/** YAML without a language in its content: the name of the file or folder contains it. */
export const plainYaml: Format = {
  id: KIND.id,
  about: 'any other YAML of names and texts',
  extensions: ['.yml', '.yaml'],
  families: [YAML_FILES],
  languages: 'one',
  plurals: 'units',
  syntax: 'ruby',
  allowsAnyName: true,
  readsAnyFile: true,
  supports: ['plural', 'comment', 'nesting'],
  recognise: recognisePlainYaml,
  read: (bytes, view) => readYaml(KIND, bytes, view),
  edit: guardEdit((document, edits, model) => editYaml(KIND, document, edits, model)),
  create: (model, edits, view) => createYaml(KIND, model, edits, view),
}
