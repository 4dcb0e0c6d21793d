import { guardEdit } from '../edit/guard-edit.ts'
import type { Format } from '../format.ts'
import { createYaml, editYaml } from './edit-yaml.ts'
import { readYaml, type YamlKind } from './read-yaml.ts'
import { YAML_FILES } from './yaml-files.ts'

type YamlFacts = Pick<
  Format,
  | 'about'
  | 'languages'
  | 'alwaysNamesLanguages'
  | 'allowsAnyName'
  | 'readsAnyFile'
  | 'recognise'
  | 'languagesIn'
>

/** Returns the format of a kind of YAML whose maps of plural categories are the forms of one text. */
export function yamlFormat(kind: YamlKind, facts: YamlFacts): Format {
  return {
    ...facts,
    id: kind.id,
    extensions: ['.yml', '.yaml'],
    families: [YAML_FILES],
    plurals: 'units',
    syntax: 'ruby',
    supports: ['plural', 'comment', 'nesting'],
    read: (bytes, view) => readYaml(kind, bytes, view),
    edit: guardEdit((document, edits, model) => editYaml(kind, document, edits, model)),
    create: (model, edits, view) => createYaml(kind, model, edits, view),
  }
}
