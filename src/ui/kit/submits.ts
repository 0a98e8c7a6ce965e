/** Handler of a form that an action takes in place of the browser. */
export const submits =
  (action: () => unknown) =>
  (event: SubmitEvent): void => {
    event.preventDefault();
    void action();
  };
