export default {render(){}};
