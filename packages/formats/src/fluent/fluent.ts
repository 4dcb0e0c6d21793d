import { guardEdit } from '../edit/guard-edit.ts'
import { fileFamily } from '../file-family.ts'
import type { Format, Recognition } from '../format.ts'
import { NO_NULL } from '../limits/text-limits.ts'
import { createFluent, editFluent } from './edit-fluent.ts'
import { FLUENT, readFluent } from './read-fluent.ts'

/** Project Fluent (`.ftl`), syntax 1.0. Plural forms are selectors within the text. */
export const fluent: Format = {
  id: FLUENT,
  about: 'Project Fluent',
  extensions: ['.ftl'],
  families: [fileFamily(['.ftl'], ['folder', 'file', 'dot', 'dash'])],
  languages: 'one',
  plurals: 'text',
  syntax: 'fluent',
  supports: ['plural', 'comment'],
  recognise: recogniseFluent,
  read: (bytes) => readFluent(bytes),
  limitsOf: () => ({ ...NO_NULL, writing: { kind: 'fluent' } }),
  edit: guardEdit(editFluent),
  create: (model, edits) => createFluent(edits, model),
}

function recogniseFluent(path: string, head: string): Recognition {
  if (!/\.ftl$/i.test(path)) return { certainty: 0, reason: 'other-extension' }
  // FreeMarker templates have the same extension.
  if (/<#|<@|\$\{/.test(head) && !/^-?[a-zA-Z][\w-]* *=/m.test(head))
    return { certainty: 0, reason: 'freemarker-template' }
  return /^-?[a-zA-Z][\w-]* *=/m.test(head)
    ? { certainty: 3, reason: 'fluent-syntax' }
    : { certainty: 2, reason: 'fluent-extension' }
}
