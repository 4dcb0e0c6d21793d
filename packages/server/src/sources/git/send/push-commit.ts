import type { Mirror } from '../../../git/mirror.ts'
import { problemOfPush } from '../git-problem.ts'

/** Pushes like `Mirror.push`. Throws GitProblemError if the credentials do not allow it, and GitError. */
export async function pushCommit(
  { push }: Pick<Mirror, 'push'>,
  request: Parameters<Mirror['push']>[0],
): ReturnType<Mirror['push']> {
  try {
    return await push(request)
  } catch (error) {
    const problem = problemOfPush(error)
    throw problem?.code === 'write-refused' ? problem : error
  }
}
