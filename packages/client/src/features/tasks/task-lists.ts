export const TASK_LISTS = ['open', 'late', 'done'] as const
export type TaskList = (typeof TASK_LISTS)[number]
