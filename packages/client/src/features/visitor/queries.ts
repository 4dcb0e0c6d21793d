import { api } from '@dragoman/contract'
import { call } from '../../lib/server/call.ts'

export const visitorMutations = {
  askCode: (project: string, body: { name: string; address: string; language: string }) =>
    call(api.suggestions.askVisitorCode, { params: { project }, body }),
  confirm: (project: string, address: string, code: string) =>
    call(api.suggestions.confirmVisitor, { params: { project }, body: { address, code } }),
}
