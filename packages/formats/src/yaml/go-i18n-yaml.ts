import { guardEdit } from '../edit/guard-edit.ts'
import type { Format, Recognition } from '../format.ts'
import { createMessageList, editMessageList } from './edit-message-list.ts'
import { isMessageList } from './is-message-list.ts'
import { GO_I18N_YAML, readMessageList } from './read-message-list.ts'
import { YAML_FILES } from './yaml-files.ts'

/** Lists of go-i18n and Hugo: `- id: key` with `translation: text`, or a map of plural forms instead of the text. */
export const goI18nYaml: Format = {
  id: GO_I18N_YAML,
  about: 'go-i18n, Hugo: a list of messages with id and translation',
  extensions: ['.yml', '.yaml'],
  families: [YAML_FILES],
  languages: 'one',
  plurals: 'units',
  syntax: 'go-template',
  supports: ['plural', 'comment'],
  recognise,
  read: (bytes, view) => readMessageList(bytes, view),
  edit: guardEdit(editMessageList),
  create: createMessageList,
}

function recognise(path: string, head: string): Recognition {
  if (!/\.ya?ml$/i.test(path)) return { certainty: 0, reason: 'other-extension' }
  return isMessageList(head) ? { certainty: 3, reason: 'go-i18n' } : { certainty: 0, reason: 'no-messages' }
}
