import { describe, expect, it } from 'vitest';
import { deleteWithRetries } from '../../../../src/app/files/pickers.ts';

describe('taking a file away', () => {
  it('asks again while the browser still holds it', async () => {
    let asked = 0;
    await deleteWithRetries(() =>
      ++asked < 3 ? Promise.reject(new DOMException('locked', 'NoModificationAllowedError')) : Promise.resolve(),
    );
    expect(asked).toBe(3);
  });

  it('is done where nothing lies there', async () => {
    let asked = 0;
    await deleteWithRetries(() => {
      asked++;
      return Promise.reject(new DOMException('gone', 'NotFoundError'));
    });
    expect(asked).toBe(1);
  });
});
