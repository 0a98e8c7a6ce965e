import { describe, expect, it } from 'vitest';
import { deleteWithRetries } from '../../../../src/app/files/pickers.ts';

describe('deleting a file', () => {
  it('retries while the browser still locks it', async () => {
    let asked = 0;
    await deleteWithRetries(() =>
      ++asked < 3 ? Promise.reject(new DOMException('locked', 'NoModificationAllowedError')) : Promise.resolve(),
    );
    expect(asked).toBe(3);
  });

  it('succeeds if it does not exist', async () => {
    let asked = 0;
    await deleteWithRetries(() => {
      asked++;
      return Promise.reject(new DOMException('gone', 'NotFoundError'));
    });
    expect(asked).toBe(1);
  });
});
