import { decodeBytes } from '../bytes/decode.ts'
import { guardEdit } from '../edit/guard-edit.ts'
import type { Document, Format, Recognition } from '../format.ts'
import { createMessageList, editMessageList } from './edit-message-list.ts'
import { createYaml, editYaml } from './edit-yaml.ts'
import { isMessageList } from './is-message-list.ts'
import { isMessageMap, startsWithMap } from './is-message-map.ts'
import { GO_I18N_YAML, readMessageList } from './read-message-list.ts'
import { readYaml, type YamlKind } from './read-yaml.ts'
import { YAML_FILES } from './yaml-files.ts'

const MAP: YamlKind = { id: GO_I18N_YAML, hasLanguages: false, hasMessages: true }

/**
 * Files of go-i18n and Hugo: lists, `- id: key` with `translation: text` or a map of plural forms instead of the text,
 * and messages by key, as go-i18n 2 writes them.
 */
export const goI18nYaml: Format = {
  id: GO_I18N_YAML,
  about: 'go-i18n, Hugo: a list of messages with id and translation, or messages by key',
  extensions: ['.yml', '.yaml'],
  families: [YAML_FILES],
  languages: 'one',
  plurals: 'units',
  syntax: 'go-template',
  supports: ['plural', 'comment'],
  recognise,
  read: (bytes, view) =>
    startsWithMap(decodeBytes(bytes).text) ? readYaml(MAP, bytes, view) : readMessageList(bytes, view),
  edit: guardEdit((document, edits, model) =>
    startsWithMap(document.text)
      ? editYaml(MAP, document, edits, mapOrNull(model))
      : editMessageList(document, edits, mapOrNull(model) === null ? model : null),
  ),
  create(model, edits, view) {
    const map = mapOrNull(model)
    return map === null ? createMessageList(model, edits, view) : createYaml(MAP, map, edits, view)
  },
}

/** Returns a model if it has messages by key instead of a list. */
function mapOrNull(model: Document | null): Document | null {
  return model !== null && startsWithMap(model.text) ? model : null
}

function recognise(path: string, head: string): Recognition {
  if (!/\.ya?ml$/i.test(path)) return { certainty: 0, reason: 'other-extension' }
  return isMessageList(head) || isMessageMap(path, head)
    ? { certainty: 3, reason: 'go-i18n' }
    : { certainty: 0, reason: 'no-messages' }
}
