/** Submit handler that runs an action instead of the browser's default. */
export const submits =
  (action: () => unknown) =>
  (event: SubmitEvent): void => {
    event.preventDefault();
    void action();
  };
