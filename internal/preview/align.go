package preview

// aligned puts two lists side by side, as the indexes of what belongs together, or -1
// where one has nothing. It has the fewest differences, and of those the most that is
// equal. Where more than most pairs differ, it goes by place: all would take seconds.
func aligned(before, after []string, most int) (pairs [][2]int) {
	start, m, n := 0, len(before), len(after) // what is equal at both ends costs nothing
	for start < min(m, n) && before[start] == after[start] {
		start++
	}

	for min(m, n) > start && before[m-1] == after[n-1] {
		m, n = m-1, n-1
	}

	i, j, cost := 0, 0, costs(before[start:m], after[start:n], most)
	isNext := func(a, b int) bool {
		return i+a <= m && j+b <= n && cost(i-start, j-start) == difference+cost(i+a-start, j+b-start)
	}

	for i < m || j < n {
		switch {
		case i < m && j < n && before[i] == after[j], isNext(1, 1):
			pairs, i, j = append(pairs, [2]int{i, j}), i+1, j+1
		case isNext(1, 0):
			pairs, i = append(pairs, [2]int{i, -1}), i+1
		default:
			pairs, j = append(pairs, [2]int{-1, j}), j+1
		}
	}

	for ; i < len(before); i, j = i+1, j+1 {
		pairs = append(pairs, [2]int{i, j})
	}

	return pairs
}

// maxItems allows the API's 500 items. A difference costs more than all that is equal.
const maxItems, maxWords, difference = 1 << 18, 1 << 14, 1 << 20

// costs returns the lowest cost to compare the rests of two lists from an index of each.
func costs(before, after []string, most int) func(i, j int) int {
	if int64(len(before))*int64(len(after)) > int64(most) {
		return func(i, j int) int { return difference * max(len(before)-i, len(after)-j) }
	}

	lowest := make([][]int, len(before)+1)
	for i := len(before); i >= 0; i-- {
		lowest[i] = make([]int, len(after)+1)
		for j := len(after); j >= 0; j-- {
			switch {
			case i == len(before), j == len(after):
				lowest[i][j] = difference * (len(before) - i + len(after) - j)
			case before[i] == after[j]:
				lowest[i][j] = lowest[i+1][j+1] - 1
			default:
				lowest[i][j] = difference + min(lowest[i+1][j+1], lowest[i+1][j], lowest[i][j+1])
			}
		}
	}

	return func(i, j int) int { return lowest[i][j] }
}
